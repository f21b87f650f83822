import { afterEach, expect, test, vi } from 'vitest'
import { withSecurityLog } from './security-log.ts'

afterEach(() => vi.restoreAllMocks())

/** Handles requests with these statuses, and collects the lines that are logged. */
function open() {
  const lines: Record<string, unknown>[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0)
  const clock = { now: 0 }
  const answer = async (request: Request) => new Response(null, { status: Number(request.headers.get('x-status')) })
  const handle = withSecurityLog(answer, () => clock.now)
  const send = (path: string, status: number) =>
    handle(new Request(`https://suchana.example${path}`, { method: 'POST', headers: { 'x-status': String(status) } }))
  return { lines, send, clock }
}

test('a refused call is one line with its route and status, and without anything else that the client sent', async () => {
  const { lines, send } = open()
  expect((await send('/functions/v1/push-notifications/send?apikey=secret', 403)).status).toBe(403)
  expect(lines).toEqual([
    { time: expect.any(String), level: 'info', message: 'A call was refused', route: '/functions/v1', status: 403 },
  ])
})

test('sign-ins are logged, with and without success, and other successful calls are not', async () => {
  const { lines, send } = open()
  await send('/auth/v1/token?grant_type=password', 200)
  await send('/auth/v1/token?grant_type=password', 400)
  await send('/auth/v1/token?grant_type=refresh_token', 400)
  await send('/rest/v1/jobs', 200)
  await send('/rest/v1/jobs', 400)
  expect(lines.map(({ message, grant, status }) => [message, grant, status])).toEqual([
    ['A sign-in', 'password', 200],
    ['A sign-in', 'password', 400],
    ['A sign-in', 'refresh token', 400],
  ])
})

test('a flood is ten lines a second, and the number of those left out', async () => {
  const { lines, send, clock } = open()
  for (let call = 0; call < 500; call += 1) await send('/rest/v1/jobs', 429)
  expect(lines).toHaveLength(10)
  clock.now = 1_000
  await send('/rest/v1/jobs', 429)
  await send('/rest/v1/jobs', 429)
  expect(lines.slice(10).map(({ omitted }) => omitted)).toEqual([490, undefined])
})
