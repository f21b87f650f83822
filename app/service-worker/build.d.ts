/** Put in by scripts/build-service-worker.ts: another build is another worker. */
declare const BUILD: {
  /** Differs whenever anything of the site does. */
  id: string
  /** Paths of what every page of visitors may need. */
  files: string[]
}
