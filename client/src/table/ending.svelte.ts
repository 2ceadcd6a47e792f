// The end of a round: when the last card has landed, the table stays in sight for a moment.

export class Ending {
  seen = $state(false) // the moment is over, or was skipped

  /** Make it while a component is set up. `ms`: how long the moment is; `onseen`: when it has gone by. */
  constructor(over: () => boolean, ms: () => number, onseen: () => void = () => {}) {
    $effect(() => {
      if (!over()) {
        this.seen = false
        return
      }
      const timer = setTimeout(() => {
        this.seen = true
        onseen()
      }, ms())
      return () => clearTimeout(timer)
    })
  }
}
