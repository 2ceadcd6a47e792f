#!/bin/sh
# A bot in plain shell: plays the first legal action and reacts to nothing. The fields of a question come in
# a fixed order, so that sed is enough to read it: {"id":7,"ask":"choose","legal":["play R7",...
number='s/^\{"id":([0-9]+),.*/\1/'
first='s/^[^[]*"legal":\["(([^"\\]|\\.)*)".*/\1/'

while read -r line; do
  id=$(printf '%s\n' "$line" | sed -E "$number")
  case $line in
    *'"ask":"hello",'*) echo "{\"id\":$id,\"protocol\":1}" ;;
    *'"ask":"choose",'*)
      action=$(printf '%s\n' "$line" | sed -E "$first")
      printf '{"id":%s,"action":"%s"}\n' "$id" "$action" ;;
    *) echo "{\"id\":$id,\"action\":null}" ;;
  esac
done
