import { startNuChecker } from './nu-checker.ts'

/** One checker for all tests: it takes seconds to start, and then milliseconds for a document. */
export default startNuChecker
