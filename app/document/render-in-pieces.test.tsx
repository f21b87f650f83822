import { use } from 'react'
import { expect, test } from 'vitest'
import { SeparateText } from '#app/ui/separate-text.ts'
import { renderInPieces } from './render-in-pieces.tsx'

function Titles({ texts }: { texts: string[] }) {
  const separate = use(SeparateText)
  return texts.map((text) => <p key={text} dangerouslySetInnerHTML={{ __html: separate(text) }} />)
}

test('texts beyond Latin-1 are pieces of their own, in the order of the page', () => {
  const pieces = renderInPieces(<Titles texts={['पुलिस', 'Café', 'रेलवे']} />)
  expect(pieces.filter((piece) => piece !== '')).toEqual(['<p>', 'पुलिस', '</p><p>Café</p><p>', 'रेलवे', '</p>'])
})

test('a page in Latin-1 is one piece, also with the character that marks a separate text', () => {
  expect(renderInPieces(<Titles texts={['Café', 'a\0b']} />)).toEqual(['<p>Café</p><p>a\0b</p>'])
})
