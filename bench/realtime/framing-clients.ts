/** Opens the sockets of the framing measurement in a process of its own, and reports when all have got a message. */
import { WebSocket } from 'ws'

const [url = '', count = ''] = process.argv.slice(2)
const sockets = Number(count)
let received = 0
for (let number = 0; number < sockets; number += 1) {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.on('message', () => {
    received += 1
    if (received % sockets === 0) process.send?.('received')
  })
}
process.send?.('open')
