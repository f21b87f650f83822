/** The worker's own global scope, which the library of types calls only `self`. */
export const worker = self as unknown as ServiceWorkerGlobalScope
