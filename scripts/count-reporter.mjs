import { writeFileSync } from 'node:fs'

/**
 * Vitest's reporter for npm test: writes how many tests passed and failed, and how long each took, into the file named
 * by TEST_COUNTS.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state) => tests.filter((test) => test.result().state === state).length
    // A file can fail without a failed test: it throws before its tests, or its process ends.
    const failedFiles = modules.filter(
      (module) => !hasPassed(module) && ![...module.children.allTests('failed')].length,
    )
    const crashedFiles = failedFiles.filter((module) => module.errors().length === 0)
    const failed =
      count('failed') + failedFiles.length - crashedFiles.length + Math.max(crashedFiles.length, errors.length)
    const times = modules.flatMap(timesOf)
    const failures = modules.flatMap(failuresOf)
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ passed: count('passed'), failed, times, failures }))
  }
}

/** Failed tests of a file, or the file itself when it has failed outside its tests. */
function failuresOf(module) {
  const failed = [...module.children.allTests('failed')].map((test) => ({
    name: `${module.relativeModuleId} › ${test.fullName}`,
    message: test.result().errors[0]?.message ?? '',
  }))
  const outside = module.errors().map(({ message }) => ({ name: module.relativeModuleId, message }))
  return [...failed, ...outside]
}

/** Setup and teardown of a file, such as starting a server, are listed as a separate entry. */
function timesOf(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    name: `${module.relativeModuleId} › ${test.fullName}`,
    time: test.diagnostic()?.duration ?? 0,
  }))
  const inTests = tests.reduce((sum, { time }) => sum + time, 0)
  const rest = { name: `${module.relativeModuleId} › before and after`, time: module.diagnostic().duration - inTests }
  return [...tests, rest]
}

function hasPassed(module) {
  return module.state() === 'passed' || module.state() === 'skipped'
}
