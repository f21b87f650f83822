/** Focuses the field that a link of a summary leads to, without adding a history entry. */
export function goToField(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}
