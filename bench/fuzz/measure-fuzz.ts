import fc from 'fast-check'
import { commitOf, machine, today, writeRecord, type Row } from '#bench/record.ts'
import { TARGETS } from '#test/fuzz/targets.ts'

const file = 'bench/fuzz.md'

/**
 * Tries random inputs, with the same number for every target and a new seed in every run, and writes the result.
 * @param inputs of all targets together
 */
export async function measureFuzz(inputs: number): Promise<void> {
  const numRuns = Math.ceil(inputs / TARGETS.length)
  const seed = Date.now() % 2 ** 31
  const rows: Row[] = []
  for (const { name, property } of TARGETS) {
    const start = performance.now()
    const result = await fc.check(property, { numRuns, seed })
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    rows.push({ Property: name, Inputs: result.numRuns, Failures: result.failed ? 1 : 0, Seconds: seconds })
    console.log(`${name}: ${result.numRuns} inputs, ${seconds} s`)
    if (result.failed) console.error(fc.defaultReportMessage(result))
  }
  writeRecord(file, introduction(rows, seed), new Map([['Properties', rows]]))
}

function introduction(rows: Row[], seed: number): string {
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0)
  return `# Random input

\`npm run bench -- fuzz\` on ${today()}, commit ${commitOf()}, seed ${seed}, ${machine()}: ${sum('Inputs').toLocaleString('en')}
inputs, ${sum('Failures')} failures. An exception, a hanging check or a broken property counts as a failure. The
properties are in \`test/fuzz/\`; the unit tests try a thousand inputs of each.`
}
