/** Attributes of an input with a listbox. Source: WAI-ARIA Authoring Practices, combobox with list autocomplete. */

/** @param index of the highlighted option; -1 for none */
export function comboboxProps(id: string, { isOpen, index }: { isOpen: boolean; index: number }) {
  return {
    role: 'combobox',
    autoComplete: 'off',
    'aria-expanded': isOpen,
    // The list exists only while it is open.
    'aria-controls': isOpen ? `${id}-choices` : undefined,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isOpen && index >= 0 ? `${id}-choice-${index}` : undefined,
  } as const
}

export function listboxProps(id: string) {
  return { id: `${id}-choices`, role: 'listbox' } as const
}

/** Pressing an option does not move focus away from the input. */
export function optionProps(id: string, index: number, isHighlighted: boolean) {
  return {
    id: `${id}-choice-${index}`,
    role: 'option',
    'aria-selected': isHighlighted,
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const
}
