import { useEffect, useState } from 'react'

/**
 * The current text of a field, without text that an input method is still composing from a keyboard, because an
 * unfinished word in another script is no search text. Touch keyboards compose every word, so there composed text is
 * included.
 */
export function useTypedText(field: HTMLInputElement): string {
  const [text, setText] = useState(field.value)

  useEffect(() => {
    const listeners = new AbortController()
    let isComposing = false
    const read = () => !isComposing && setText(field.value)
    const begin = () => {
      isComposing = matchMedia('(pointer: fine)').matches
    }
    const end = () => {
      isComposing = false
      read()
    }
    field.addEventListener('compositionstart', begin, listeners)
    field.addEventListener('compositionend', end, listeners)
    field.addEventListener('input', read, listeners)
    // A navigation sets the field to the search text of the new page.
    addEventListener('pageshown', read, listeners)
    read()
    return () => listeners.abort()
  }, [field])

  return text
}
