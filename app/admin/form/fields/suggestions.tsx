/** Texts that the browser offers for an input whose `list` is this id; any other text may be typed. */
export function Suggestions({ id, texts }: { id: string | undefined; texts: readonly string[] | undefined }) {
  if (!texts) return null
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text}>{text}</option>
      ))}
    </datalist>
  )
}
