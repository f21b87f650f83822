import { parentPort } from 'node:worker_threads'
import { compareSync, hashSync } from 'bcryptjs'

/** What the thread is asked: whether a password belongs to a hash, or for the hash of a password. */
export type PasswordTask = { password: string; hash: string } | { password: string; cost: number }

parentPort?.on('message', (task: PasswordTask) => {
  const { password } = task
  parentPort?.postMessage('hash' in task ? compareSync(password, task.hash) : hashSync(password, task.cost))
})
