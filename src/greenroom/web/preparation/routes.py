"""The routes for what a candidate hands in before the interview: documents, what is asked about them,
the job's requirements, the company."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import JSONResponse, Response

from greenroom.app.documents import DocumentFault, UnreadableDocument
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.owners import ID_PATTERN, opened, owner_of
from greenroom.web.preparation.forms import Decisions, Preparation, ReadDocument, read_document
from greenroom.web.preparation.uploads import BODY, uploaded
from greenroom.web.problems import documented, problem
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services

STATUS: Final = {
    DocumentFault.TOO_LARGE: 413,
    DocumentFault.WRONG_TYPE: 415,
    DocumentFault.PICTURE: 415,
    DocumentFault.OLD_WORD: 415,
}
"""What HTTP has a word for; everything else about a document is 422."""
DOCUMENTS: Final = f"{ONE}/documents"
PREPARATION: Final = f"{ONE}/preparation"

DocumentId = Annotated[
    str,
    Path(description="A document's opaque id.", json_schema_extra={"pattern": ID_PATTERN}),
]


def router(services: Services, rates: RateLimits) -> APIRouter:
    """All routes for papers. What they change they change before the interview begins: 409 after."""
    api = APIRouter(responses=ALWAYS)
    _add_documents(api, services, rates)
    _add_decisions(api, services, rates)
    return api


def _add_documents(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.post(
        DOCUMENTS,
        status_code=201,
        response_model=ReadDocument,
        responses=documented(404, 409, 415),
        openapi_extra=BODY,
    )
    async def send_document(request: Request, interview_id: InterviewId) -> Response:
        """Hand a document in: it is read, what it proposes to ask about is kept, and the file is
        forgotten. Nothing is asked about before it is confirmed."""
        await rates.count("document", request, owner_of(request))
        row = await opened(request, interview_id)
        await services.permit_storing(row.owner)
        data = await uploaded(request)
        try:
            document = await services.preparation.add(row, data)
        except UnreadableDocument as refusal:
            return problem(STATUS.get(refusal.fault, 422), refusal.args[0])
        folder = await services.preparation.folder(row)
        return JSONResponse(read_document(document, folder), 201, NO_STORE)

    @api.delete(f"{DOCUMENTS}/{{document_id}}", status_code=204, responses=documented(404, 409))
    async def remove_document(
        request: Request, interview_id: InterviewId, document_id: DocumentId
    ) -> Response:
        """Forget a document and what it proposed."""
        row = await opened(request, interview_id)
        await services.preparation.remove(row, document_id)
        return Response(status_code=204)


def _add_decisions(api: APIRouter, services: Services, rates: RateLimits) -> None:
    async def shown(request: Request, interview_id: str) -> Response:
        row = await opened(request, interview_id)
        folder = await services.preparation.folder(row)
        content = Preparation.of(folder, services.preparation.searches_with)
        return JSONResponse(content, headers=NO_STORE)

    @api.get(PREPARATION, response_model=Preparation, responses=documented(404))
    async def read_preparation(request: Request, interview_id: InterviewId) -> Response:
        """What was handed in, and what of it will be asked about. Empty once the interview is over."""
        return await shown(request, interview_id)

    @api.patch(PREPARATION, response_model=Preparation, responses=documented(404, 409))
    async def decide(request: Request, interview_id: InterviewId, decided: Decisions) -> Response:
        """Confirm and strike highlights, strike requirements."""
        row = await opened(request, interview_id)
        await services.preparation.choose(row, decided.highlights, decided.requirements)
        return await shown(request, interview_id)

    @api.post(f"{ONE}/requirements", response_model=Preparation, responses=documented(404, 409))
    async def read_requirements(request: Request, interview_id: InterviewId) -> Response:
        """Read the job's description again, by the model that the candidate chose; by rules where they
        chose none."""
        await rates.count("reading", request, owner_of(request))
        row = await opened(request, interview_id)
        await services.preparation.read_job(row)
        return await shown(request, interview_id)

    @api.post(f"{ONE}/research", response_model=Preparation, responses=documented(404, 409))
    async def look_company_up(request: Request, interview_id: InterviewId) -> Response:
        """Look the company up on the web. Its name goes to the search that the operator chose; the
        answer is kept for an hour. 409 where this server looks nothing up."""
        await rates.count("reading", request, owner_of(request))
        row = await opened(request, interview_id)
        await services.preparation.research(row)
        return await shown(request, interview_id)
