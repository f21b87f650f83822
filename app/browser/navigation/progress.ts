/** The progress bar is shown after this wait, in milliseconds. */
export const PROGRESS_AFTER_MS = 150

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the progress bar once the wait becomes noticeable. */
export function beginProgress(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    document.documentElement.dataset['loading'] = ''
  }, PROGRESS_AFTER_MS)
}

export function endProgress(): void {
  clearTimeout(timer)
  delete document.documentElement.dataset['loading']
}
