// Replaced with constants by scripts/build-service-worker.ts, so every build has a service worker of its own.

/** Changes with every change of the site. */
declare const BUILD_ID: string

/** Paths of the files that every public page needs. */
declare const BUILD_FILES: string[]

/** Sources of regular expressions: the paths of the pages that may be saved for reading offline. */
declare const BUILD_PAGES: string[]
