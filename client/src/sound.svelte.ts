// Small sounds, made on the spot and off by default, none longer than 400 ms; and the short hum of a phone, which is
// on by default and silent.

const setting = $state({
  chosen: localStorage.getItem('sound') !== null,
  on: localStorage.getItem('sound') === 'on',
  hum: localStorage.getItem('vibration') !== 'off',
})
let context: AudioContext | null = null

export const soundOn = (): boolean => setting.on
/** Whether the reader has said if they want it. */
export const soundChosen = (): boolean => setting.chosen
export function setSound(on: boolean): void {
  setting.chosen = true
  setting.on = on
  localStorage.setItem('sound', on ? 'on' : 'off')
  if (on) play('turn')
}

/** Whether this is a phone that can hum. */
export const canHum = (): boolean => 'vibrate' in navigator && matchMedia('(hover: none)').matches
export const humOn = (): boolean => setting.hum
export function setHum(on: boolean): void {
  setting.hum = on
  localStorage.setItem('vibration', on ? 'on' : 'off')
  hum()
}
/** Something has hit the reader. */
export function hum(): void {
  if (setting.hum && canHum() && navigator.userActivation?.hasBeenActive !== false)
    navigator.vibrate([45, 60, 45])
}

type Name = 'card' | 'draw' | 'turn' | 'reverse' | 'call' | 'catch' | 'won' | 'hit' | 'arrived' | 'said'
const NOTES: Record<Exclude<Name, 'card' | 'draw'>, [pitch: number, at: number][]> = {
  turn: [
    [220, 0],
    [277, 0.11],
  ],
  reverse: [
    [277, 0],
    [220, 0.11],
  ],
  call: [[1320, 0]],
  catch: [[92, 0]],
  arrived: [
    [523, 0],
    [659, 0.1],
    [784, 0.2],
  ],
  said: [
    [988, 0],
    [784, 0.08],
  ],
  hit: [
    [165, 0],
    [124, 0.13],
  ],
  won: [
    [880, 0],
    [1109, 0.1],
    [1320, 0.2],
  ],
}

export function play(name: Name): void {
  // Before the first touch the browser is silent, and would play it all at once when it may.
  if (!setting.on || navigator.userActivation?.hasBeenActive === false) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  if (name === 'card' || name === 'draw') paper(context, name === 'card' ? 0.06 : 0.16)
  else for (const [pitch, at] of NOTES[name]) note(context, pitch, at)
}

function note(audio: AudioContext, pitch: number, at: number): void {
  const [tone, gain] = [audio.createOscillator(), audio.createGain()]
  const start = audio.currentTime + at
  tone.frequency.value = pitch
  tone.type = pitch > 500 ? 'sine' : 'triangle'
  gain.gain.setValueAtTime(0.16, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.19)
  tone.connect(gain).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.2)
}

function paper(audio: AudioContext, length: number): void {
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3 * 0.25
  const source = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  filter.type = 'lowpass'
  filter.frequency.value = 1800
  source.buffer = buffer
  source.connect(filter).connect(audio.destination)
  source.start()
}
