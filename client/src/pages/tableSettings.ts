// What the form of a table settles, for a new one (`create`) and for one between matches (`change`).

export interface Settings {
  rules: string
  set: Record<string, boolean | number | string>
  seats: number
  bots: string | null
  public: boolean
  timer: number | 'auto'
  pace: 'slow' | 'normal' | 'fast'
}
