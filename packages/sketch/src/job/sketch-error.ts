/** The only error that this package throws itself. */
export class SketchError extends Error {
  override readonly name = 'SketchError';
  /**
   * `job_incomplete`: the job lacks something that its kind requires, such as a picture.
   * `picture_unreadable`: an input cannot be decoded. `data_broken`: sketch.data or a table of this package
   * lacks an entry that another one refers to.
   */
  readonly code: 'job_incomplete' | 'picture_unreadable' | 'data_broken';

  constructor(code: SketchError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
