/** Phrases that visitors might type: parts of titles, every second one not as it stands there. */

const longest = 6

/**
 * @param titles titles of notices
 * @param random numbers from 0 up to 1
 * @returns one phrase of two to six words for each title: the first, third ... as it stands in the title, the others with
 *   a word changed, two words swapped or a word misspelt
 */
export function phrasesOf(titles: readonly string[], random: () => number): string[] {
  const pick = (count: number) => Math.floor(random() * count)
  const wordsIn = (title: string) => title.split(' ')
  return titles.map((title, index) => {
    const words = wordsIn(title)
    const length = Math.min(2 + pick(longest - 1), words.length)
    const start = pick(words.length - length + 1)
    const phrase = words.slice(start, start + length)
    if (index % 2 === 0) return phrase.join(' ')
    const changed = pick(phrase.length)
    if (index % 6 === 1) phrase[changed] = wordsIn(titles[pick(titles.length)] ?? '')[0] ?? ''
    else if (index % 6 === 3) phrase.push(...phrase.splice(changed, 1))
    else phrase[changed] = misspelt(phrase[changed] ?? '', pick)
    return phrase.join(' ')
  })
}

/** Two letters swapped, one left out or one doubled. */
function misspelt(word: string, pick: (count: number) => number): string {
  const letters = Array.from(word)
  const position = pick(letters.length)
  const [letter = '', next = ''] = letters.slice(position, position + 2)
  const mistakes = [[next, letter], [next], [letter, letter, next]]
  return letters.toSpliced(position, 2, ...(mistakes[pick(mistakes.length)] ?? [])).join('')
}
