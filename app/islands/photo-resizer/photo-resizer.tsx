import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { within, WHOLE, type Crop } from '#domain/photo/crop.ts'
import { PHOTO_SIZES, pixelsOf, sizeProblem, type PhotoSize } from '#domain/photo/photo-size.ts'
import { CropBox } from './crop-box.tsx'
import { openPicture, turned, type Picture } from './open-picture.ts'
import { PhotoResult } from './photo-result.tsx'
import { SizeFields } from './size-fields.tsx'
import { useMadePicture } from './use-made-picture.ts'
import { PHOTO } from './words.ts'

/** Cuts and compresses a picture to the size that a form asks for, on the device alone. */
export function PhotoResizer() {
  const isReady = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [size, setSize] = useState<PhotoSize>(PHOTO_SIZES['Photo, usual size'])
  const [picture, setPicture] = useState<Picture | null>(null)
  const [crop, setCrop] = useState<Crop>(WHOLE)
  const [caption, setCaption] = useState({ isOn: false, name: '', date: '' })
  const [message, setMessage] = useState<{ text: string; hasFailed: boolean }>({ text: '', hasFailed: false })
  const sides = sizeProblem(size) ? null : pixelsOf(size)
  const printed = caption.isOn ? caption : { name: '', date: '' }
  const made = useMadePicture(picture?.bitmap ?? null, { crop, size, name: printed.name, date: printed.date })

  /** The picture that was asked for last; earlier ones that are ready later are dropped. */
  const latest = useRef<Promise<Picture> | null>(null)

  async function open(opening: Promise<Picture>) {
    latest.current = opening
    setMessage({ text: PHOTO.opening, hasFailed: false })
    try {
      const opened = await opening
      if (opening !== latest.current) return
      setPicture(opened)
      setCrop(WHOLE)
      setMessage({ text: '', hasFailed: false })
    } catch (error) {
      if (opening !== latest.current) return
      latest.current = picture && Promise.resolve(picture)
      setMessage({ text: error instanceof Error ? error.message : PHOTO.broken, hasFailed: true })
    }
  }
  function resize(changed: PhotoSize) {
    setSize(changed)
    if (picture && !sizeProblem(changed)) setCrop(within(picture.bitmap, pixelsOf(changed), crop))
  }

  return (
    <div className="photo-resizer">
      <SizeFields size={size} onSize={resize} isDisabled={!isReady} />
      <FileField isDisabled={!isReady} onFile={(file) => void open(openPicture(file))} />
      <output className={message.hasFailed ? 'refused' : undefined}>
        {isReady ? message.text : PHOTO.needsScripts}
      </output>
      {picture && sides && (
        <>
          <CropBox
            bitmap={picture.bitmap}
            sides={sides}
            crop={crop}
            caption={caption.isOn ? caption : null}
            onCrop={setCrop}
            onTurn={() => void open((latest.current ?? Promise.resolve(picture)).then(turned))}
          />
          <CaptionFields caption={caption} onCaption={setCaption} />
          <PhotoResult picture={picture} made={made} size={size} />
        </>
      )}
    </div>
  )
}

function FileField({ isDisabled, onFile }: { isDisabled: boolean; onFile: (file: File) => void }) {
  const id = useId()
  return (
    <div
      className="photo-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <label htmlFor={id}>{PHOTO.choose}</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
        }}
      />
      <p className="hint">{PHOTO.orDrop}</p>
    </div>
  )
}

interface Typed {
  isOn: boolean
  name: string
  date: string
}

function CaptionFields({ caption, onCaption }: { caption: Typed; onCaption: (caption: Typed) => void }) {
  const id = useId()
  return (
    <section className="photo-caption">
      <label>
        <input
          type="checkbox"
          checked={caption.isOn}
          onChange={({ target }) => onCaption({ ...caption, isOn: target.checked })}
        />
        {PHOTO.caption}
      </label>
      {caption.isOn &&
        (['name', 'date'] as const).map((field) => (
          <div className="form-field" key={field}>
            <label htmlFor={id + field}>{field === 'name' ? PHOTO.captionName : PHOTO.captionDate}</label>
            <input
              className="field"
              id={id + field}
              autoComplete="off"
              maxLength={60}
              placeholder={field === 'date' ? 'DD-MM-YYYY' : undefined}
              value={caption[field]}
              onChange={({ target }) => onCaption({ ...caption, [field]: target.value })}
            />
          </div>
        ))}
    </section>
  )
}
