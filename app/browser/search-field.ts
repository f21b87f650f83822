/** Whether the visitor has typed since the last navigation began: such a text stays when the page arrives. */
let isTyped = false

/** @returns whether the visitor has typed into the search field since the last navigation began */
export function isSearchTyped(): boolean {
  return isTyped
}

/** The search field of the header: shows the search text of the current page, and an empty text cannot be submitted. */
export function startSearchField(): void {
  const field = document.querySelector<HTMLInputElement>('#search-field')
  const button = field?.form?.querySelector('button')
  if (!field || !button) return
  const allow = () => {
    button.disabled = field.value.trim() === ''
  }
  let shown = address()
  field.addEventListener('input', () => {
    isTyped = true
    allow()
  })
  field.form?.addEventListener('submit', (event) => {
    isTyped = false
    field.value = field.value.trim()
    if (field.value === '') event.preventDefault()
  })
  addEventListener('pageshown', allow)
  if (!('navigation' in window)) return
  navigation.addEventListener('navigate', ({ info }) => {
    // With info, the page has been fetched, and the navigation began earlier.
    if (!info) isTyped = false
  })
  // A navigation to another page or another search replaces the text that was typed before, as soon as the address changes.
  navigation.addEventListener('currententrychange', () => {
    if (shown !== address() && !isTyped) field.value = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    shown = address()
  })
}

/** The path of the page and its search text: the typed text is replaced when they change. */
function address(): string {
  return `${location.pathname} ${new URLSearchParams(location.search).get('q') ?? ''}`
}
