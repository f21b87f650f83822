/** The part of a picture that is used: a frame of a fixed shape that moves over it. Lengths are pixels of the picture. */

export interface Sides {
  width: number
  height: number
}

export interface Crop {
  /** Centre of the frame, as shares of width and height of the picture: 0 to 1. */
  x: number
  y: number
  /** 1 is the largest frame inside the picture; below that, white surrounds it. */
  zoom: number
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const ZOOM_MAX = 8

/** @returns the zoom at which the whole picture is in the frame */
export function smallestZoom(picture: Sides, frame: Sides): number {
  const ratio = (picture.width * frame.height) / (picture.height * frame.width)
  return Math.min(ratio, 1 / ratio)
}

/** @returns the frame in the picture; its corner is negative where white surrounds the picture */
export function frameIn(picture: Sides, frame: Sides, { x, y, zoom }: Crop): Sides & { left: number; top: number } {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height) / zoom
  const [width, height] = [frame.width * scale, frame.height * scale]
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height }
}

/** @returns the nearest crop whose frame leaves the picture only where it is longer than the picture */
export function within(picture: Sides, frame: Sides, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, smallestZoom(picture, frame), ZOOM_MAX)
  const { width, height } = frameIn(picture, frame, { ...crop, zoom })
  return { x: inside(crop.x, width / picture.width), y: inside(crop.y, height / picture.height), zoom }
}

/** @param by distance as shares of the frame: 0.1 moves the frame to the right by a tenth of its width */
export function moved(crop: Crop, by: { x: number; y: number }, [picture, frame]: [Sides, Sides]): Crop {
  const { width, height } = frameIn(picture, frame, crop)
  const x = crop.x + (by.x * width) / picture.width
  const y = crop.y + (by.y * height) / picture.height
  return within(picture, frame, { ...crop, x, y })
}

function inside(centre: number, length: number): number {
  return length >= 1 ? 0.5 : clamp(centre, length / 2, 1 - length / 2)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
