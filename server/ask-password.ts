import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { addAbortSignal, Writable } from 'node:stream'

/**
 * Reads a password from the terminal without echo, or from standard input when that is not a terminal.
 * @param prompt shown at a terminal
 * @param signal aborts it
 * @returns the first line of the input, which may be empty
 */
export async function askPassword(prompt: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return (await text(addAbortSignal(signal, process.stdin))).split(/\r?\n/, 1)[0] ?? ''
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: discard, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  process.stderr.write(prompt)
  try {
    return await terminal.question('', { signal })
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
