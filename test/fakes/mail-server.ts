import { createServer, type Server } from 'node:net'

/**
 * A mail server for clients without sign-in. Source: RFC 5321
 *
 * @param received gets the text of each mail that it takes
 * @param takes whether it takes the next mail
 */
export function openMailServer(received: string[], takes = () => true): Promise<Server> {
  const server = createServer((socket) => {
    let text = ''
    let isData = false
    socket.write('220 mail\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      text += bytes.toString()
      const findEnd = () => text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      for (let end = findEnd(); end !== -1; end = findEnd()) {
        const line = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        const isTaken = !isData || takes()
        if (isData && isTaken) received.push(line)
        const begins: boolean = !isData && line === 'DATA'
        const answer = begins ? '354 go on' : line === 'QUIT' ? '221 bye' : isTaken ? '250 ok' : '451 try later'
        socket.write(`${answer}\r\n`)
        isData = begins
      }
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
