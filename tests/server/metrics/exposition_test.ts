/** Figures as Prometheus reads them. */
import assert from "node:assert/strict";
import { exposition } from "../../../server/metrics/exposition.ts";

Deno.test("each family says what it is and of what type, then a line for each figure; one without any is left out", () => {
  const told = exposition([
    {
      name: "a_total",
      help: "Of a.",
      type: "counter",
      samples: [{ labels: { of: 'x"\\\n', to: "y" }, value: 2 }, { value: 0.5 }],
    },
    { name: "none", help: "Nothing.", type: "gauge", samples: [] },
    {
      name: "b_seconds",
      help: "Of b.",
      type: "histogram",
      distribution: { buckets: [[0.5, 1], [2, 3]], count: 4, sum: 12.5 },
    },
    { name: "c_seconds", help: "Of c.", type: "summary", distribution: { count: 2, sum: 3 } },
  ]);
  assert.deepEqual(told.split("\n"), [
    "# HELP a_total Of a.",
    "# TYPE a_total counter",
    'a_total{of="x\\"\\\\\\n",to="y"} 2',
    "a_total 0.5",
    "# HELP b_seconds Of b.",
    "# TYPE b_seconds histogram",
    'b_seconds_bucket{le="0.5"} 1',
    'b_seconds_bucket{le="2"} 3',
    'b_seconds_bucket{le="+Inf"} 4',
    "b_seconds_sum 12.5",
    "b_seconds_count 4",
    "# HELP c_seconds Of c.",
    "# TYPE c_seconds summary",
    "c_seconds_sum 3",
    "c_seconds_count 2",
    "",
  ]);
});
