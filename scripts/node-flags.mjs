/**
 * Flags of Node.js for the server. V8 lets the space for new objects grow to 64 MB where there is memory: hardly any of it
 * is in the processor's cache then, and what is kept in memory is sent a fifth slower. Measured: docs/decisions/021
 */
export const NODE_FLAGS = ['--max-semi-space-size=16']
