/**
 * Flags of Node.js for the server. By default V8 lets the new space grow to 64 MB: the process then took 450 MB instead
 * of 195, and sending a cached page took 21 µs of user time instead of 12. Measured: docs/decisions/021
 */
export const NODE_FLAGS = ['--max-semi-space-size=16']
