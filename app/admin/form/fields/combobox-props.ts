/** Attributes of a box that drives a list below it. Source: WAI-ARIA Authoring Practices, combobox with list autocomplete. */

/** @param place of the highlighted option; -1 for none */
export function comboboxProps(id: string, { isOpen, place }: { isOpen: boolean; place: number }) {
  return {
    role: 'combobox',
    autoComplete: 'off',
    'aria-expanded': isOpen,
    'aria-controls': `${id}-choices`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isOpen && place >= 0 ? `${id}-choice-${place}` : undefined,
  } as const
}

export function listboxProps(id: string) {
  return { id: `${id}-choices`, role: 'listbox' } as const
}

/** The cursor stays in the box: pressing an option does not take it. */
export function optionProps(id: string, at: number, isHighlighted: boolean) {
  return {
    id: `${id}-choice-${at}`,
    role: 'option',
    'aria-selected': isHighlighted,
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const
}
