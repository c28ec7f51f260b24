# The house in a container: built compiled in one stage, run by nobody in particular in the next.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /house
COPY requirements/ requirements/
RUN python -m venv /opt/chateaux \
 && /opt/chateaux/bin/pip install --no-cache-dir --require-hashes -r requirements/serve.txt \
 && python -m venv /opt/build \
 && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/play.txt
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY src/ src/
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation -w dist . \
 && /opt/chateaux/bin/pip install --no-cache-dir --no-deps dist/*.whl

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /data chateaux
COPY --from=build /opt/chateaux /opt/chateaux
USER chateaux
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENV CHATEAUX_DATABASE=sqlite:////data/tables.db PYTHONUNBUFFERED=1
HEALTHCHECK --interval=30s --timeout=5s \
    CMD ["/opt/chateaux/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["/opt/chateaux/bin/chateaux"]
CMD ["serve", "--profile", "host", "--host", "0.0.0.0", "--port", "8000"]
