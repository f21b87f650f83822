import type { PhotoSize } from '#domain/photo/photo-size.ts'
import type { Picture } from './open-picture.ts'
import type { Made } from './use-made-picture.ts'
import { PHOTO } from './words.ts'

interface PhotoResultProps {
  picture: Picture
  made: Made | Error | null
  size: PhotoSize
}

/** What the picture was and what became of it, with the file. */
export function PhotoResult({ picture, made, size }: PhotoResultProps) {
  const file = made instanceof Error ? null : made
  const { bitmap, bytes, name } = picture
  return (
    <section className="photo-result" aria-labelledby="photo-result">
      <h2 id="photo-result">{PHOTO.result}</h2>
      <dl>
        <dt>{PHOTO.before}</dt>
        <dd>{measures(bitmap, bytes)}</dd>
        <dt>{PHOTO.after}</dt>
        <dd>{file ? measures(file, file.file.size) : '...'}</dd>
      </dl>
      <output className={made instanceof Error || file?.fit === 'too large' ? 'refused' : 'done'}>
        {made instanceof Error ? PHOTO.failed : stateOf(file)}
      </output>
      {file ? (
        <a className="button primary" href={file.url} download={`${name}-${file.width}x${file.height}.jpg`}>
          {PHOTO.download}
        </a>
      ) : (
        <button type="button" className="button" disabled>
          {PHOTO.download}
        </button>
      )}
      <p className="hint">
        {size.fromKb} to {size.toKb} KB were asked for.
      </p>
    </section>
  )
}

function stateOf(file: Made | null): string {
  if (!file) return PHOTO.making
  return { fits: PHOTO.fits, filled: PHOTO.filled, 'too large': PHOTO.tooLargeResult }[file.fit]
}

function measures({ width, height }: { width: number; height: number }, bytes: number): string {
  return `${width} x ${height} pixels, ${(bytes / 1_024).toFixed(1)} KB`
}
