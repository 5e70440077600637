/** Spans by OpenTelemetry, which Deno itself exports. Loaded where it does alone. */
import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { type About, errorType, type Tell, type Tracing } from "./tracing.ts";

const KINDS = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

const aboveOf = ({ parent }: About) =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : parent === null ? ROOT_CONTEXT : context.active();

/** What an attribute says is that it went wrong. */
const ERROR = "error.type";

function failed(span: Span, type: string): void {
  span.setAttribute(ERROR, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export function openTelemetry(version: string): Tracing {
  const tracer = trace.getTracer("fishbowl", version);
  return {
    here: () => trace.getActiveSpan()?.spanContext() ?? null,
    name(name, attributes) {
      const span = trace.getActiveSpan();
      span?.updateName(name);
      for (const [key, value] of Object.entries(attributes)) span?.setAttribute(key, value);
    },
    async span(about, work) {
      const above = aboveOf(about);
      const { name, kind = "internal", attributes } = about;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, above);
      const tell: Tell = ({ [ERROR]: error, ...told }) => {
        for (const [key, value] of Object.entries(told)) span.setAttribute(key, value);
        if (error !== undefined) failed(span, `${error}`);
      };
      try {
        return await context.with(trace.setSpan(above, span), () => work(tell));
      } catch (error) {
        failed(span, errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
