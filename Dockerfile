# The server, or any other command: "docker build -t broadsheet . && docker run -p 8000:8000 broadsheet".
# A batch: "docker run -v $PWD:/work broadsheet batch crawl.warc.gz --output articles/".
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install --no-install-recommends --yes binutils=2.* gcc=4:* libc6-dev=2.* \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY locked locked
RUN python -m venv /opt/broadsheet \
    && /opt/broadsheet/bin/pip install --no-cache-dir --require-hashes --requirement locked/core.txt
COPY . .
RUN /opt/broadsheet/bin/pip install --no-cache-dir --no-build-isolation ".[batch,serve]"

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 broadsheet
COPY --from=build /opt/broadsheet /opt/broadsheet
ENV PATH=/opt/broadsheet/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
WORKDIR /work
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
ENTRYPOINT ["broadsheet"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
