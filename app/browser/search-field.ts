/** Whether the visitor has typed into the search field since the last navigation began: such a text stays when the page arrives. */
export const typedSearch = { isNew: false }

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
    typedSearch.isNew = true
    allow()
  })
  field.form?.addEventListener('submit', (event) => {
    field.value = field.value.trim()
    if (field.value === '') event.preventDefault()
  })
  addEventListener('pageshown', allow)
  // A navigation to another page or another search replaces the text that was typed before, as soon as the address changes.
  window.navigation?.addEventListener('currententrychange', () => {
    if (shown !== address() && !typedSearch.isNew)
      field.value = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    shown = address()
  })
}

/** The path of the page and its search text: the typed text is replaced when they change. */
function address(): string {
  return `${location.pathname} ${new URLSearchParams(location.search).get('q') ?? ''}`
}
