/** Stores the bytes of uploaded files: in a folder, or in an object storage. Failures are thrown. */
export interface FileStore {
  /**
   * Stores bytes under a name, completely or not at all, even when the server or the machine stops in between. An
   * existing file of the name is replaced.
   * @param name a stored name, or that of an image variant: never a path
   */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /**
   * @param range first and last byte, both included; all bytes by default
   * @returns null when there is no file of that name
   */
  read(name: string, range?: { first: number; last: number }): Promise<StoredBytes | null>
  /** Names without a file are ignored. */
  remove(names: string[]): Promise<void>
  /** Removes incomplete files that a crash has left. */
  tidy(): Promise<void>
}

export interface StoredBytes {
  /** Number of bytes in the body */
  size: number
  body: ReadableStream<Uint8Array>
}
