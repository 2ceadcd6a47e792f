"""HTTP and the socket: routes, security headers, the files of the client, pages that are only read."""
