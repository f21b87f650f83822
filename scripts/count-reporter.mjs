import { writeFileSync } from 'node:fs'

/** Vitest's reporter for npm test: writes how many tests passed and failed into the file named by TEST_COUNTS. */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state) => tests.filter((test) => test.result().state === state).length
    // A file can fail without a test that failed: it throws before its tests, or its process ends under it.
    const broken = modules.filter((module) => !isSound(module) && ![...module.children.allTests('failed')].length)
    const lost = broken.filter((module) => module.errors().length === 0)
    const failed = count('failed') + broken.length - lost.length + Math.max(lost.length, errors.length)
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ passed: count('passed'), failed }))
  }
}

function isSound(module) {
  return module.state() === 'passed' || module.state() === 'skipped'
}
