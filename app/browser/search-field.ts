/** The field of the header: it shows the question of the page that is shown, and an empty question cannot be sent. */
export function startSearchField(): void {
  const field = document.querySelector<HTMLInputElement>('#search-field')
  const button = field?.form?.querySelector('button')
  if (!field || !button) return
  const allow = () => {
    button.disabled = field.value.trim() === ''
  }
  let shown = address()
  field.addEventListener('input', allow)
  field.form?.addEventListener('submit', (event) => {
    field.value = field.value.trim()
    if (field.value === '') event.preventDefault()
  })
  addEventListener('pageshown', () => {
    // Another page, or another question, takes the place of what was typed.
    if (shown !== address()) field.value = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    shown = address()
    allow()
  })
}

/** What the field stands for: the page, and on the page of the search its question. */
function address(): string {
  return `${location.pathname} ${new URLSearchParams(location.search).get('q') ?? ''}`
}
