"""Every message on the sockets and every body over HTTP, as structs; and the same as TypeScript."""
