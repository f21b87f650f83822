/** Put in by scripts/build-service-worker.ts: another build is another worker. */
declare const BUILD: {
  /** Differs whenever anything of the site does. */
  id: string
  /** Paths of the files that every public page needs. */
  files: string[]
  /** Sources of regular expressions: the paths of the pages that may be stored for reading offline. */
  pages: string[]
}
