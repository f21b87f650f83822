import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * Reads the arguments of this process. An option that is unknown, or that lacks its value, ends the command.
 *
 * @param usage how the command is called
 */
export function readOptions<Options extends ParseArgsOptionsConfig>(options: Options, usage: () => string) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    // What follows the first sentence is about arguments that begin with a hyphen, of which there are none.
    const [sentence = ''] = (error as Error).message.split('. ')
    return endWithUsage(sentence, usage)
  }
}

/** Ends the command with exit code 2: says what is wrong with its arguments, and how it is called. */
export function endWithUsage(sentence: string, usage: () => string): never {
  console.error(`${sentence}.\n\n${usage()}`)
  process.exit(2)
}
