import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { median } from '#bench/median.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'

const account = { email: 'editor@bench.example', password: 'a password of the bench' }
const attempts = 500
const flood = 40

/** Prints the response time of wrong sign-ins, and of the health check while many of them are in flight. */
export async function measureSignIn(): Promise<void> {
  const folder = temporaryFolder()
  const env = { SAMPLE_DATA: 'off', ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
  const server = await startServer(folder.path, env)
  const sql = postgres(databaseOf(folder.path), { max: 1 })
  try {
    const [apikey = ''] = /sb_publishable_[\w-]+/.exec(await (await fetch(`${server.url}/admin/login`)).text()) ?? []
    let address = 0
    const signIn = async (email: string, password: string) => {
      address += 1
      const began = performance.now()
      const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        // Attempts are limited per address.
        headers: { apikey, 'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}` },
        body: JSON.stringify({ email, password }),
      })
      await response.text()
      return { status: response.status, time: performance.now() - began }
    }

    const [known, unknown]: [number[], number[]] = [[], []]
    for (let attempt = -10; attempt < attempts; attempt += 1) {
      for (const [email, times] of [[account.email, known] as const, [`x${account.email}`, unknown] as const]) {
        await sql`delete from sign_in_attempts`
        const { status, time } = await signIn(email, 'a wrong password')
        if (status !== 400) throw new Error(`A wrong password was answered with ${status}`)
        if (attempt >= 0) times.push(time)
      }
    }
    const difference = Math.abs(median(known) - median(unknown)) / median(known)
    showTable(`${attempts} wrong passwords for an account, and as many for an unknown e-mail, in turn`, {
      'account, median ms': median(known).toFixed(1),
      'unknown e-mail, median ms': median(unknown).toFixed(1),
      'difference %': (difference * 100).toFixed(1),
    })

    const health: number[] = []
    const wrong = Promise.all(Array.from({ length: flood }, (_, number) => signIn(`x${number}@bench.example`, 'guess')))
    let isOver = false
    void wrong.then(() => (isOver = true))
    while (!isOver) {
      const began = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      health.push(performance.now() - began)
      await pause(5)
    }
    const statuses = (await wrong).map(({ status }) => status)
    showTable(`Health check during ${flood} wrong sign-ins at once`, {
      'compared / told to wait': `${countOf(statuses, 400)} / ${countOf(statuses, 429)}`,
      'health checks': health.length,
      'median ms': median(health).toFixed(1),
      'worst ms': Math.max(...health).toFixed(1),
    })
  } finally {
    await sql.end()
    await server.stop()
    folder.remove()
  }
}

function countOf(statuses: number[], status: number): number {
  return statuses.filter((one) => one === status).length
}
