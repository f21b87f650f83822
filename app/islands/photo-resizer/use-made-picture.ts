import { useEffect, useMemo, useState } from 'react'
import type { Crop } from '#domain/photo/crop.ts'
import { sizeProblem, type PhotoSize } from '#domain/photo/photo-size.ts'
import type { Caption } from './draw-picture.ts'
import { makePicture, type MadePicture } from './make-picture.ts'

export interface Made extends MadePicture {
  /** Address of the file in this browser. */
  url: string
}

/** Pause after the last change before the picture is made, in milliseconds. */
const PAUSE_MS = 250

/** Makes the picture again after every change. @returns null while it is made; an Error when that has failed */
export function useMadePicture(
  bitmap: ImageBitmap | null,
  { crop, size, name, date }: { crop: Crop; size: PhotoSize } & Caption,
): Made | Error | null {
  const asked = useMemo(() => ({ bitmap, crop, size, caption: { name, date } }), [bitmap, crop, size, name, date])
  const [answer, setAnswer] = useState<{ asked: object; made: Made | Error } | null>(null)
  useEffect(() => {
    const { bitmap: drawn, ...rest } = asked
    if (!drawn || sizeProblem(rest.size)) return
    let isCurrent = true
    let url = ''
    const timer = setTimeout(() => {
      makePicture({ ...rest, bitmap: drawn }, rest.size).then(
        (picture) => {
          if (!isCurrent) return
          url = URL.createObjectURL(picture.file)
          setAnswer({ asked, made: { ...picture, url } })
        },
        (error: unknown) => {
          console.info('A picture could not be made', error)
          setAnswer({ asked, made: new Error('The picture could not be made', { cause: error }) })
        },
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      URL.revokeObjectURL(url)
    }
  }, [asked])
  return answer?.asked === asked ? answer.made : null
}
