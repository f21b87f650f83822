/** A process that requests different pages on many connections, all from one address, until it is ended. */
import { Agent, get } from 'node:http'

const [url = '', connections = '40'] = process.argv.slice(2)
const headers = { 'x-forwarded-for': '203.0.113.7' }
const agent = new Agent({ keepAlive: true })
let number = 0

async function requestForEver(): Promise<never> {
  for (;;) {
    number += 1
    const path = number % 2 === 0 ? `/search?q=recruitment+${number}` : `/jobs?search=officer+${number}`
    await new Promise<void>((resolve) => {
      get(url + path, { agent, headers }, (response) => response.on('end', resolve).resume()).on('error', () =>
        resolve(),
      )
    })
  }
}

await Promise.all(Array.from({ length: Number(connections) }, requestForEver))
