/** What the interface says of itself, made once for all tests that read it. */
import { openApi } from "../../server/http/openapi.ts";
import { routes } from "../../server/routes/table.ts";

export const described = await openApi(routes);
