import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { createApp, type AppOptions } from './app.ts'

test.each(['/contact', '/auth/v1/token?grant_type=password'])(
  'a client that leaves while it sends %s is no error of the server',
  async (path) => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => log.mockRestore())
    const responses: Response[] = []
    const read = async (request: Request) => new Response(await request.text())
    const app = createApp({
      backend: { fetch: read, countCall: async () => 0, hasSecretKey: () => false },
      site: { pages: FIXTURE_PAGES, fetch: read },
      syndication: [],
      siteUrl: 'https://suchana.example',
      serverTiming: () => ['server-timing', 'open-pages;dur=7'],
    } as unknown as AppOptions)
    const answer = async (...given: Parameters<typeof app.fetch>) => {
      const response = await app.fetch(...given)
      responses.push(response)
      return response
    }
    // Other tests of this process need the Response of Node.js.
    const listener = getRequestListener(answer, { overrideGlobalObjects: false })
    const server = createServer((request, response) => void listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const received = new Promise((resolve) => server.once('request', resolve))
    client.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nname=`)
    await received
    client.destroy()
    await expect.poll(() => responses.map(({ status }) => status)).toEqual([400])
    expect(log).not.toHaveBeenCalled()
  },
)
