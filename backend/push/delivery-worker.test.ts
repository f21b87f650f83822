import { expect, test } from 'vitest'
import type { Delivery, DeliveryQueue } from './delivery-queue.ts'
import { runWorker } from './delivery-worker.ts'

/** @returns what is reported about notifications to these endpoints, when every push service rejects every message */
async function rejectionsReported(notifications: readonly string[], endpoints: readonly string[]): Promise<string[]> {
  const waiting = [...notifications]
  const deliveries = endpoints.map((endpoint, index): Delivery => ({
    id: String(index + 1),
    receiver: { endpoint, p256dh: '', auth: '' },
    attempts: 0,
  }))
  const queue: DeliveryQueue = {
    claimRetries: async () => null,
    claimBatch: async () => {
      const id = waiting.shift()
      return id ? { notification_id: id, first_id: '1', last_id: '99', passed_id: '0', lease: '1' } : null
    },
    readNotification: async (id) => ({
      id,
      age: 0,
      title: 'SSC CGL',
      body: 'Apply now',
      category: 'newJobs',
      url: '/jobs',
      icon: null,
      badge: null,
      image: null,
      data: null,
    }),
    readBatch: async () => deliveries,
    checkpoint: async () => ({ state: 'sending', pauses: null }),
    settleRetries: async () => ({ state: 'sending', pauses: null }),
    readPauses: async () => null,
    pause: async () => {},
  }
  const reported: string[] = []
  await runWorker({
    queue,
    messenger: { send: async () => ({ status: 403, text: 'Wrong key' }), close: () => {} },
    stop: new AbortController().signal,
    onClaimed: () => {},
    onRecorded: () => {},
    onRejected: (what) => reported.push(what),
  })
  return reported
}

test('a rejection is reported once for each push service and notification', async () => {
  const endpoints = ['https://one.example/1', 'https://one.example/2', 'https://two.example/1']
  const both = ['https://one.example: 403 Wrong key', 'https://two.example: 403 Wrong key']
  expect(await rejectionsReported(['7', '8'], endpoints)).toEqual([...both, ...both])
})

test('rejections are still reported after many others', async () => {
  const notifications = Array.from({ length: 30 }, (_, index) => String(index + 1))
  expect(await rejectionsReported(notifications, ['https://one.example/1'])).toHaveLength(30)
})
