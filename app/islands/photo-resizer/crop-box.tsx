import { useEffect, useId, useRef, type PointerEvent, type RefObject } from 'react'
import { moved, smallestZoom, within, ZOOM_MAX, type Crop, type Sides } from '#domain/photo/crop.ts'
import { drawPicture, type Caption } from './draw-picture.ts'
import { PHOTO } from './words.ts'

interface CropBoxProps {
  bitmap: ImageBitmap
  sides: Sides
  crop: Crop
  caption: Caption | null
  /** Gets what the present part becomes: between two renders the pointer may move more than once. */
  onCrop: (change: (crop: Crop) => Crop) => void
  onTurn: () => void
}

/** Longest side of the preview in pixels of the canvas. */
const PREVIEW = 640
const WHEEL_STEP = 1.1

/** The frame with the part that is used. It follows the pointer; sliders do the same for keys. */
export function CropBox({ bitmap, sides, crop, caption, onCrop, onTurn }: CropBoxProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const id = useId()
  const scale = PREVIEW / Math.max(sides.width, sides.height)
  const shown = { width: Math.round(sides.width * scale), height: Math.round(sides.height * scale) }
  const set = (change: (crop: Crop) => Partial<Crop>) =>
    onCrop((now) => within(bitmap, sides, { ...now, ...change(now) }))

  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, { bitmap, crop, caption }, shown)
  })
  useWheel(canvas, (isUp) => set(({ zoom }) => ({ zoom: zoom * (isUp ? WHEEL_STEP : 1 / WHEEL_STEP) })))

  function move(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([pointer]) => pointer !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    const spread = other && distance(now, other) / Math.max(distance(before, other), 1)
    if (spread !== undefined) return set(({ zoom }) => ({ zoom: zoom * spread }))
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const by = { x: (before.x - now.x) / width, y: (before.y - now.y) / height }
    onCrop((present) => moved(present, by, [bitmap, sides]))
  }
  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  const slider = (name: keyof Crop, label: string, [min, max]: [number, number]) => (
    <div className="form-field">
      <label htmlFor={id + name}>{label}</label>
      <input
        id={id + name}
        type="range"
        min={min}
        max={max}
        step="any"
        value={crop[name]}
        aria-valuetext={`${Math.round(((crop[name] - min) / (max - min)) * 100)}%`}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (!step) return
          event.preventDefault()
          set((now) => ({ [name]: now[name] + (step * (max - min)) / 100 }))
        }}
        onChange={({ target: { valueAsNumber } }) => set(() => ({ [name]: valueAsNumber }))}
      />
    </div>
  )

  return (
    <section className="photo-crop" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{PHOTO.crop}</h2>
      <p className="hint">{PHOTO.cropHint}</p>
      <canvas
        ref={canvas}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      >
        {PHOTO.cropped}
      </canvas>
      <div className="photo-sliders">
        {slider('zoom', PHOTO.zoom, [smallestZoom(bitmap, sides), ZOOM_MAX])}
        {slider('x', PHOTO.across, [0, 1])}
        {slider('y', PHOTO.down, [0, 1])}
        <button type="button" className="button" onClick={onTurn}>
          {PHOTO.turn}
        </button>
      </div>
    </section>
  )
}

/** Calls `onTurn` when the mouse wheel is turned above an element, and does not scroll the page, which a listener of React could not prevent. */
function useWheel(target: RefObject<HTMLElement | null>, onTurn: (isUp: boolean) => void) {
  useEffect(() => {
    const element = target.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      onTurn(event.deltaY < 0)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
