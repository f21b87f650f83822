import { writeFileSync } from 'node:fs'

/**
 * Vitest's reporter for npm test: writes how many tests passed and failed, and how long each took, into the file named
 * by TEST_COUNTS.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state) => tests.filter((test) => test.result().state === state).length
    // A file can fail without a test that failed: it throws before its tests, or its process ends under it.
    const broken = modules.filter((module) => !isSound(module) && ![...module.children.allTests('failed')].length)
    const lost = broken.filter((module) => module.errors().length === 0)
    const failed = count('failed') + broken.length - lost.length + Math.max(lost.length, errors.length)
    const times = modules.flatMap(timesOf)
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ passed: count('passed'), failed, times }))
  }
}

/** What is done before and after all tests of a file, such as starting a server, is a line of its own. */
function timesOf(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    name: `${module.relativeModuleId} › ${test.fullName}`,
    time: test.diagnostic()?.duration ?? 0,
  }))
  const inTests = tests.reduce((sum, { time }) => sum + time, 0)
  const rest = { name: `${module.relativeModuleId} › before and after`, time: module.diagnostic().duration - inTests }
  return [...tests, rest]
}

function isSound(module) {
  return module.state() === 'passed' || module.state() === 'skipped'
}
