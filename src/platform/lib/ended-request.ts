/** The report of the HTTP server on a request that it has answered. */
export interface EndedRequest {
  /** Undefined if no route matched. */
  readonly route:
    | { readonly path: string; readonly interfaceName: string; readonly streams?: boolean }
    | undefined;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

export type ReportRequest = (request: EndedRequest) => void;
