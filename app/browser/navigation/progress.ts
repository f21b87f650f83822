/** The progress bar is shown after this wait, in milliseconds. */
export const PROGRESS_AFTER_MS = 150

/** The timer of the progress bar, which is set while the next page is loading. */
export let loading: ReturnType<typeof setTimeout> | undefined

/**
 * Shows the progress bar once the wait becomes noticeable.
 *
 * @returns a function that ends it, unless another page is being loaded meanwhile
 */
export function beginProgress(): () => void {
  clearTimeout(loading)
  const timer = (loading = setTimeout(() => {
    document.documentElement.dataset['loading'] = ''
  }, PROGRESS_AFTER_MS))
  return () => loading === timer && endProgress()
}

export function endProgress(): void {
  clearTimeout(loading)
  loading = undefined
  delete document.documentElement.dataset['loading']
}
