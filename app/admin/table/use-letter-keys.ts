import { useState } from 'react'
import { readLetterKeys, storeLetterKeys } from './letter-keys.ts'

/** @returns whether single letters are shortcuts, and a function that toggles that */
export function useLetterKeys(): [boolean, () => void] {
  const [isOn, setIsOn] = useState(readLetterKeys)
  function toggle() {
    storeLetterKeys(!isOn)
    setIsOn(!isOn)
  }
  return [isOn, toggle]
}
