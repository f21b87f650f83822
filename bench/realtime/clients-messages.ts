export type ClientsCommand =
  | { kind: 'open'; url: string; count: number }
  /** Requests the times at which the sockets received the change with this name. */
  | { kind: 'arrivals'; name: string }
  /** Requests how many sockets were closed with each code. */
  | { kind: 'closings' }
  | { kind: 'end' }

/** Times are milliseconds since the epoch. */
export type ClientsReport =
  /** All clients have joined. */
  | { kind: 'joined'; at: number }
  | { kind: 'arrivals'; name: string; at: number[] }
  | { kind: 'closings'; codes: Record<number, number> }
