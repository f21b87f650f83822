// Put in by scripts/build-service-worker.ts: another build is another worker.

/** Differs whenever anything of the site does. */
declare const BUILD_ID: string

/** Paths of the files that every public page needs. */
declare const BUILD_FILES: string[]

/** Sources of regular expressions: the paths of the pages that may be stored for reading offline. */
declare const BUILD_PAGES: string[]
