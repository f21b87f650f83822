import { afterAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { fakeAuthority, startPushService } from '#test/fakes/push-service.ts'
import { createMessenger } from './send-message.ts'

const service = await startPushService()
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:operator@example.org' }
const messenger = createMessenger({ vapid, endpointHosts: ['localhost'], authority: fakeAuthority })
afterAll(async () => {
  messenger.close()
  await service.close()
})

test('a signature stays valid while it is used when the clocks of server and push service differ by an hour', async () => {
  const response = await messenger.send(service.subscription(), { payload: Buffer.from('{}'), ttl: 60 })
  expect(response).toMatchObject({ status: 201 })
  const [, claims = ''] = /t=[\w-]+\.([\w-]+)\./.exec(service.received[0]?.authorization ?? '') ?? []
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
  const hours = (exp - Date.now() / 1_000) / 3_600
  // It is used for 12 hours, and push services refuse one that is valid for more than 24.
  expect(hours).toBeGreaterThan(12 + 1)
  expect(hours).toBeLessThan(24 - 1)
})
